import { app, net } from 'electron'

/*
 * A small Electron app that uses Electron's own network stack, which the desk never may. It POSTs to the given address
 * once for each line of stdin and prints each status, 0 without a response.
 */

const url = process.argv.at(-1) ?? ''

// Electron becomes ready only after this module has ended, so the module cannot await that.
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
