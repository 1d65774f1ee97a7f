import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loanerCheckSchema } from '../../../../shared/booking/loaner-state.ts'
import {
  vinWarning,
  yearWarning,
  loanerSchema,
  normalizeVin,
  normalizeYear,
  formatVehicle,
  vehicleParts,
  vehicleSchema,
} from '../../../../shared/booking/vehicle.ts'
import { CAR } from '../../../support/builders/booked-moves.ts'

const NOTHING = { stock: null, vin: null, year: null, make: null, model: null, color: null, manual: false }
const vin = (value: string) => vehicleSchema.safeParse({ ...CAR, vin: value })

describe('A VIN', () => {
  test.for([
    ['1m8gdm9axkp042788', '1M8GDM9AXKP042788'],
    [' 1M8-GDM9A XKP-042788 ', '1M8GDM9AXKP042788'],
    ['042788', '042788'],
    ['A', 'A'],
    ['VIN: 1M8GDM9AXKP042788', '1M8GDM9AXKP042788'],
    ['VIN Number: 1M8GDM9AXKP042788', '1M8GDM9AXKP042788'],
    ['vin no. 1M8GDM9AXKP042788', '1M8GDM9AXKP042788'],
    ['VIN NO8DM9A', 'NO8DM9A'],
    ['vin#1m8gdm9axkp042788', '1M8GDM9AXKP042788'],
    ['VIN 1M8GDM9AXKP042788', '1M8GDM9AXKP042788'],
    ['VINCENT', 'VINCENT'],
    ['chassis 1m8gdm9axkp042788', '1M8GDM9AXKP042788'],
    ['Vehicle Identification Number (VIN): 1M8GDM9AXKP042788', '1M8GDM9AXKP042788'],
    ['1M8GDM9AXKP042788 (Buick)', '1M8GDM9AXKP042788'],
    ['2019 Buick Enclave 1M8GDM9AXKP042788', '1M8GDM9AXKP042788'],
    ['1M8GDM9AXKP042788 RO 1234', '1M8GDM9AXKP042788'],
    ['XKP 042788', 'XKP042788'],
    ['1M8 GDMA XKPA 042788', '1M8GDMAXKPA042788'],
    ['vin1m8gdm9axkp042788', '1M8GDM9AXKP042788'],
    ['last 8 KP042788', 'KP042788'],
    ['last six: 042788', '042788'],
  ])('The VIN %j is kept as %s', ([typed, kept]) => {
    expect(vin(typed ?? '').data?.vin).toBe(kept)
  })

  test.for([
    '',
    'N/A',
    'na',
    'none',
    'TBA',
    'tbd',
    'unknown',
    'Unk',
    'not known',
    '?',
    '---',
    'VIN:',
    'Pending',
    'no vin',
    'later',
  ])('The VIN %j is read as not known', (typed) => {
    expect(vin(typed).data?.vin).toBeNull()
    expect(vinWarning(typed)).toBeNull()
  })

  test.for([
    '1M8GDM9AXKP042788112345678',
    '1m8_gdm',
    '1M8GDM9AXKP042788 5GZCZ43D13S812715',
    '2019 Buick 1M8GDM9AXKP04278',
    'ABCDEFGHJKLMNPRST of it',
    'see key tag',
    '1M8GDM9AXKP04278!',
    'NO#1',
    '１M8',
    'Ж123',
  ])('The VIN %j is booked unchanged with a warning and refused in a change request', (typed) => {
    expect(vin(typed).data?.vin).toBe(typed)
    expect(vinWarning(typed)).toBe("This doesn't look like a VIN. It is sent as typed.")
    expect(vehicleParts.vin.safeParse(typed).success).toBe(false)
  })

  test('A VIN of more than 80 characters or with a control character is refused', () => {
    expect(vin('9'.repeat(81)).error?.issues).toMatchObject([{ path: ['vin'] }])
    expect(vin('1M8\u0000').success).toBe(false)
  })
})

describe('A year', () => {
  test.for(['1886', '2019', ' 2027 '])('The year %j is taken and trimmed', (year) => {
    expect(vehicleSchema.safeParse({ ...CAR, year }).data?.year).toBe(year.trim())
  })
  test.for([
    ['19', '2019'],
    ["'19", '2019'],
    ['’39 ', '2039'],
    ['40', '1940'],
    ['00', '2000'],
    ['99', '1999'],
  ])('The short year %j is read as %s', ([typed, year]) => {
    expect(vehicleSchema.safeParse({ ...CAR, year: typed }).data?.year).toBe(year)
  })
  test.for([
    ['MY19', '2019'],
    ['my 2019', '2019'],
    ["Model year '19", '2019'],
    ['n/a', null],
    ['TBA', null],
    ['?', null],
  ])('The year %j is read as %s without a warning', ([typed, year]) => {
    expect(vehicleSchema.safeParse({ ...CAR, year: typed }).data?.year).toBe(year)
    expect(yearWarning(typed ?? '')).toBeNull()
  })
  test.for(['9', '201', '20199', "'2019", '2019a', 'MMXX', '２０１９'])(
    'The year %j is booked unchanged with a warning and refused in a change request',
    (year) => {
      expect(vehicleSchema.safeParse({ ...CAR, year }).data?.year).toBe(year)
      expect(yearWarning(year)).toMatch(/doesn't look like a year/)
      expect(vehicleParts.year.safeParse(year).success).toBe(false)
    },
  )

  test('A normalized VIN or year stays the same when it is normalized again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (typed) => {
        expect(normalizeVin(normalizeVin(typed))).toBe(normalizeVin(typed))
        expect(normalizeYear(normalizeYear(typed))).toBe(normalizeYear(typed))
      }),
    )
  })
})

test('A loaner may be wholly unknown, and a vehicle needs its make, model and transmission', () => {
  expect(loanerSchema.parse({})).toEqual(NOTHING)
  expect(loanerSchema.parse({ make: ' ', model: null })).toEqual(NOTHING)
  expect(
    vehicleSchema
      .safeParse({})
      .error?.issues.map((issue) => issue.path.join('.'))
      .sort(),
  ).toEqual(['make', 'manual', 'model'])
})

test('`formatVehicle` names a vehicle by the best fact that is known', () => {
  expect(formatVehicle(CAR)).toBe('2019 Buick Enclave')
  expect(formatVehicle({ ...NOTHING, model: 'Camry' })).toBe('Camry')
  expect(formatVehicle({ ...NOTHING, stock: 'LN-12', vin: CAR.vin })).toBe('Stock LN-12')
  expect(formatVehicle({ ...NOTHING, vin: CAR.vin })).toBe('VIN …042788')
  expect(formatVehicle(NOTHING)).toBe('Not assigned yet')
  expect(formatVehicle(null, 'None')).toBe('None')
})

describe('`vinWarning`', () => {
  test.for(['1M8GDM9AXKP04278', '1m8-gdm9 axkp0', '1M8GDM9AXKP0427880'])(
    '`vinWarning` says that %j is neither a whole VIN nor the tail of a VIN',
    (typed) => {
      expect(vinWarning(typed)).toMatch(/^VINs have 17 characters\. This one has 1[2-68]\./)
      expect(vehicleParts.vin.safeParse(typed).success).toBe(true)
    },
  )

  test.for(['1M8GDM9AXKP042788', '11111111111111111', '1m8gdm9axkp-042788', '042788', ''])(
    '`vinWarning` gives no warning for %j',
    (typed) => expect(vinWarning(typed)).toBeNull(),
  )

  test.for(['1M8GDM9AXKP042789', '1M8GDM9A1KP042788', '5GZCZ43D13S812751'])(
    '`vinWarning` says that %j does not fit its check digit',
    (typed) => {
      expect(vinWarning(typed)).toMatch(/VIN may be wrong/)
    },
  )

  test.for(['1M8GDM9AXKPO42788', 'IIIIIIIIIIIIIIIII', 'Q1111111111111111'])(
    '`vinWarning` says that %j has a letter that no VIN has',
    (typed) => {
      expect(vinWarning(typed)).toMatch(/never use I, O or Q/)
    },
  )
})

test('A stock number has plain hyphens, so that a typed dash names the same loaner in a booking and in the check of it', () => {
  const check = { leaves: '2026-11-24T14:00:00Z', returns: null, vin: null, name: null, phone: null, reference: null }
  for (const stock of ['LN–11', 'LN—11', 'LN‑11', 'LN−11', 'LN-11']) {
    expect(vehicleParts.stock.parse(stock)).toBe('LN-11')
    expect(loanerCheckSchema.parse({ ...check, stock, except: null }).stock).toBe('LN-11')
  }
})
