import { app, net } from 'electron'

/*
 * A tiny Electron app that asks over Electron's own network stack, as the desk never may: it POSTs to the address that it
 * is given, once for each line of its input, and says the status of each, 0 where there was none.
 */

const url = process.argv.at(-1) ?? ''

// Electron is not ready before this module has ended: it cannot await that here.
void app.whenReady().then(() => {
  process.stdout.write('ready\n')
  process.stdin.on('data', () => void post())
  process.stdin.once('end', () => app.exit())
})

async function post(): Promise<void> {
  const status = await net.fetch(url, { method: 'POST', body: '{}' }).then(
    async (answer) => {
      await answer.text()
      return answer.status
    },
    () => 0,
  )
  process.stdout.write(`${status}\n`)
}
