/** The words of the dialog that fills the form from a pasted block. */
export const PASTE_TEXT = {
  open: 'Paste from DMS',
  title: 'Fill the form from what you copied',
  stays: 'Stays on this computer',
  pasted: 'Copied text',
  pasteHere: 'Press Ctrl+V to paste here.',
  found: 'What fills the form',
  edit: 'Edit text',
  cancel: 'Cancel',
  nothing: 'No field was found in this text.',
  check: 'check',
  rows: {
    name: 'Name',
    phone: 'Mobile phone',
    otherPhone: 'Other phone',
    vin: 'VIN',
    vehicle: 'Vehicle',
    reference: 'RO number',
    street: 'Address',
    town: 'City, state, ZIP',
    appointment: 'Appointment',
    promised: 'Promised time',
    rest: 'Other text',
    leftOut: 'Left out',
  },
} as const

/** "(804) 555-0190, to the driver's note". */
export function describeToNote(value: string): string {
  return `${value}, to the driver's note`
}

/** "Total: $1,621.35, prices and records, to the driver's note only if checked". */
export function describeLeftOut(value: string): string {
  return `${value}, prices and records, to the driver's note only if checked`
}

/** Says that the VIN names another year than the text beside it. */
export function describePastedYears(vin: number, text: string): string {
  return `says ${vin}, text says ${text}`
}

export function describeFillCount(count: number): string {
  return count === 1 ? 'Fill 1 field' : `Fill ${count} fields`
}

export function describeChecks(count: number): string {
  return count === 0 ? '' : count === 1 ? '1 thing to check with the car' : `${count} things to check with the car`
}
