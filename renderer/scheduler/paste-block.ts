import { parseBlock } from '../../shared/paste/parse-block.ts'
import { focusField, setFields, type Desk } from './booking-form.ts'
import { fillTown, fillVehicle } from './prefill-fields.ts'
import { FIELDS } from './state/form.ts'
import { pastedFields, type PasteRow } from './state/paste-rules.ts'

/** Fills the form from the chosen lines of a pasted block, and goes on to the time, the next text to type. */
export function fillFromPaste(desk: Desk, rows: readonly PasteRow[]): void {
  const fields = pastedFields(desk.draft.getState().form, rows)
  setFields(desk, fields)
  for (const name of FIELDS)
    if (fields[name] !== undefined) desk.prefill.updateWarnings(desk.draft.getState().form, name)
  if (fields.vehicleVin !== undefined) fillVehicle(desk, 'vehicle')
  if (fields.placeZip !== undefined) fillTown(desk, 'place')
  focusField('spokenInput')
}

/** True for a pasted text of several lines that names more than one field, which no single field can take. */
export function isBlock(pasted: string): boolean {
  return /\S[\r\n]+\s*\S/.test(pasted) && parseBlock(pasted).marks.length > 1
}
