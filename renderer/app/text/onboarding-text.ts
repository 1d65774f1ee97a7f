/* The words of the first steps of a new desk. */

export const ONBOARDING = {
  title: 'Get started',
  done: 'Done:',
  dismiss: 'Dismiss',
  connect: 'Connect your provider',
  connectText: 'Three steps. Real drivers are sent after that.',
  goLive: 'Go live…',
  openSettings: 'Open settings',
  shortcuts: 'Three shortcuts',
  shortcutsText: 'Ctrl K finds, Ctrl N books, Ctrl 4 opens the Inbox.',
  showShortcuts: 'Show all shortcuts',
} as const

export function firstBooking(practises: boolean): { readonly title: string; readonly text: string } {
  return practises
    ? { title: 'Make a practice booking', text: 'Start with the phone. No drivers are sent.' }
    : { title: 'Make a booking', text: 'Start with the phone. A real driver is sent.' }
}

export function describeLiveFor(rooftop: string): string {
  return `You are live for ${rooftop}.`
}
