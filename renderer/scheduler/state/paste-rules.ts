import { vinWarning } from '../../../shared/booking/vehicle.ts'
import { vinYearConflict } from '../../../shared/booking/vin-year.ts'
import { partNote } from '../../../shared/paste/driver-note.ts'
import type { PastedField } from '../../../shared/paste/fields.ts'
import type { PastedBlock } from '../../../shared/paste/parse-block.ts'
import { describeLeftOut, describePastedYears, describeToNote, PASTE_TEXT } from '../text/paste-text.ts'
import { addNotes, type BookingForm } from './form.ts'
import { formatTypedPhone } from './typed-phone.ts'

/** A line of the paste dialog: a value that a person can leave out, and the fields that the value fills. */
export type PasteRow = {
  readonly id: keyof typeof PASTE_TEXT.rows
  readonly label: string
  readonly value: string
  readonly fields: Partial<BookingForm>
  /** Text that is added to the driver's note instead of a field; empty for none. */
  readonly note: string
  /**
   * Chosen unless a person changes the choice. Of the text for the driver, only lines without prices, dates, phones and
   * records are chosen.
   */
  readonly isChosen: boolean
  /** What to check about the value; null for nothing. */
  readonly warning: string | null
}

/** Returns the lines of the dialog for a pasted block, in the order of the form. */
export function pasteRows({ fields, rest }: PastedBlock, thisYear: number): readonly PasteRow[] {
  const of = (name: PastedField) => fields[name] ?? ''
  const join = (names: readonly PastedField[], by: string) =>
    names
      .map(of)
      .filter((part) => part !== '')
      .join(by)
  const conflict = vinYearConflict(of('vin'), of('year'), thisYear)
  const vinCheck = conflict === null ? vinWarning(of('vin')) : describePastedYears(conflict, of('year'))
  const town = [of('city'), join(['state', 'zip'], ' ')].filter((part) => part !== '').join(', ')
  const row = (
    id: PasteRow['id'],
    value: string,
    named: Partial<BookingForm>,
    warning: string | null = null,
  ): PasteRow => ({
    id,
    label: PASTE_TEXT.rows[id],
    value,
    fields: withoutBlanks(named),
    note: '',
    isChosen: true,
    warning,
  })
  const note = (id: PasteRow['id'], value: string, text: string): PasteRow => ({
    ...row(id, id === 'leftOut' ? describeLeftOut(value) : describeToNote(value), {}),
    note: text,
    isChosen: id === 'rest',
  })
  const rows = [
    row('name', of('name'), { customerName: of('name') }),
    row('phone', formatTypedPhone(of('phone')), { customerPhone: formatTypedPhone(of('phone')) }),
    row('vin', of('vin'), { vehicleVin: of('vin') }, of('vin') === '' ? null : vinCheck),
    row('vehicle', join(['year', 'make', 'model', 'color'], ' '), {
      vehicleYear: of('year'),
      vehicleMake: of('make'),
      vehicleModel: of('model'),
      vehicleColor: of('color'),
    }),
    row('reference', of('reference'), { reference: of('reference') }),
    row('street', join(['street', 'unit'], ', '), { placeStreet: of('street'), placeUnit: of('unit') }),
    row('town', town, { placeCity: of('city'), placeState: of('state'), placeZip: of('zip') }),
  ].filter(({ value }) => value !== '')
  const { note: forDriver, leftOut } = partNote(rest)
  const other = formatTypedPhone(of('otherPhone'))
  const notes = [
    note('otherPhone', other, `Other phone ${other}`),
    note('appointment', of('appointment'), `Appointment ${of('appointment')}`),
    note('promised', of('promised'), `Promised ${of('promised')}`),
    note('rest', forDriver.replaceAll('\n', ' · '), forDriver),
    note('leftOut', leftOut.replaceAll('\n', ' · '), leftOut),
  ].filter((_, at) => [other, of('appointment'), of('promised'), forDriver, leftOut][at] !== '')
  return [...rows, ...notes]
}

function withoutBlanks(fields: Partial<BookingForm>): Partial<BookingForm> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
}

/** Returns the fields of the chosen lines. An address replaces the whole place, because a mix of two would be wrong. */
export function pastedFields(form: BookingForm, rows: readonly PasteRow[]): Partial<BookingForm> {
  const fields = Object.assign({}, ...rows.map((one) => one.fields)) as Partial<BookingForm>
  const notes = rows.map(({ note }) => note).filter((text) => text !== '')
  return {
    ...(fields.placeStreet === undefined ? {} : { placeUnit: '' }),
    ...fields,
    ...addNotes(form, notes),
  }
}
