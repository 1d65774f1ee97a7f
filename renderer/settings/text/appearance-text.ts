/** Words of the page "Appearance". */

export const APPEARANCE_NOTE = 'Applies right away, for everyone on this computer.'
export const THEME_LABEL = 'Colors'
export const THEME_WORDS = { system: 'Match system', light: 'Light', dark: 'Dark', contrast: 'High contrast' }
export const DENSITY_LABEL = 'Density'
export const DENSITY_WORDS = { compact: 'Compact', comfortable: 'Comfortable' }
export const KEYS_LABEL = 'Single-key shortcuts'
export const KEYS = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
]
