import { expect, test } from 'vitest'
import { systemClock } from '../../electron/platform/clock.ts'
import { checkForm } from '../../renderer/scheduler/state/form-errors.ts'
import { restoreForm } from '../../renderer/scheduler/state/form.ts'
import { addMinutes } from '../../shared/time/time.ts'
import { openTestDesk, openTestPractice, providerOf, valueOf } from '../support/desk/test-desk.ts'
import { bodiesOf } from '../support/faults/fault-proxy.ts'
import { openTestProxy } from '../support/faults/test-proxy.ts'
import { temporaryFolder } from '../support/fixtures/temporary-folder.ts'

const ZONE = 'America/New_York'

/** A one-way as typed into the form, a week from now. */
function typedForm(state: string) {
  const date = addMinutes(systemClock.now(), 7 * 24 * 60).slice(0, 10)
  return restoreForm({
    kind: 'one-way',
    date,
    time: '14:00',
    vehicleMake: 'Ford',
    vehicleModel: 'Transit',
    vehicleGearbox: 'automatic',
    placeName: 'North lot',
    placeStreet: '4100 W Broad St',
    placeZip: '23230',
    placeCity: 'Richmond',
    placeState: state,
    destinationName: 'Body shop',
    destinationStreet: '12 Hull St',
    destinationZip: '23224',
    destinationCity: 'Richmond',
    destinationState: state,
  })
}

test.for(['VA', 'va', 'V.A.', 'Virginia', ' VIRGINIA '])(
  'A state typed as %j is VA in the store, in the request, at the practice service and in the fetched move',
  async (state) => {
    const service = await openTestPractice(temporaryFolder())
    const proxy = await openTestProxy(service.url)
    const { desk, facts } = await openTestDesk(temporaryFolder(), providerOf(proxy.url))
    const checked = checkForm(typedForm(state), ZONE, systemClock.now())
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
    const { id } = valueOf(desk.bookMove(checked.booking))
    await facts.next('send-settled')
    const [body = '{}'] = bodiesOf(proxy, 'create')
    expect(JSON.parse(body)).toMatchObject({
      state: 'VA',
      special_instructions: 'Destination: Body shop, 12 Hull St, Richmond, VA 23224',
    })
    const [move] = valueOf(desk.getBooking(id)).moves
    expect([move?.pickup.state, move?.delivery.state]).toEqual(['VA', 'VA'])
    const number = move?.number.known === true ? move.number.value : 0
    const headers = { authorization: `Bearer ${service.token}` }
    const fetched = (await (await fetch(`${service.url}/v1/moves/${number}`, { headers })).json()) as object
    expect(fetched).toMatchObject({
      pickup_location: { full_address: '4100 W Broad St, Richmond, VA 23230, USA' },
      delivery_location: { full_address: '12 Hull St, Richmond, VA 23224, USA' },
    })
  },
)
