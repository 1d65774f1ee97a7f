import { dialog, type BrowserWindow } from 'electron'
import type { NewTrust } from '../../shared/desk/new-trust.ts'

/** Resolves to true if a person trusts all of `trust`. */
export type ConfirmTrust = (trust: NewTrust | NewBoard) => Promise<boolean>

/** The hub of a board, which gets the bookings of this desk. */
export type NewBoard = { readonly board: { readonly rooftop: string; readonly at: string } }

const BUTTONS = ['Cancel', 'Trust']

/**
 * Asks in a dialog of the operating system, which no script in the page can press. What a person trusted stays trusted
 * until the app ends, so that a save after a connection test does not ask again.
 */
export function createTrustDialog(window: BrowserWindow): ConfirmTrust {
  const trusted = new Set<string>()
  return async (trust) => {
    const lines = describeTrust(trust).filter((line) => !trusted.has(line))
    if (lines.length === 0) return true
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      title: 'Lanekeeper',
      message: 'Trust this for your bookings?',
      detail: `${lines.join('\n')}\n\nIf you did not ask for this, choose Cancel and call IT.`,
      buttons: BUTTONS,
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    })
    if (BUTTONS[response] !== 'Trust') return false
    for (const line of lines) trusted.add(line)
    return true
  }
}

function describeTrust(trust: NewTrust | NewBoard): readonly string[] {
  if ('board' in trust) {
    const { rooftop, at } = trust.board
    return [
      `Share bookings with the other computers of “${rooftop.replace(/\s+/g, ' ')}” by the hub at ${at.replace(/\s+/g, ' ')}`,
    ]
  }
  const { address, linkHosts, caFile } = trust
  return [
    ...(address === null ? [] : [`Send bookings to ${address}`]),
    ...linkHosts.map((host) => `Open links to ${host} in the browser`),
    ...(caFile === null ? [] : [`Trust the certificates in ${caFile}`]),
  ]
}
