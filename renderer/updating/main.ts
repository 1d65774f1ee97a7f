import { describeStep } from './text.ts'

/* The page of a migration. The main process names the running step in the fragment of the address: `#3/9`. */

function showStep(): void {
  const [step = '', of = ''] = location.hash.slice(1).split('/')
  const progress = document.querySelector('#progress')
  if (progress !== null) progress.textContent = describeStep(step, of)
}

addEventListener('hashchange', showStep)
showStep()
