import { assertNever } from '../../../shared/result.ts'
import type { About, BuildKind } from '../../../shared/desk/about.ts'
import { PROFILE_FACTS } from '../../../shared/desk/provider-profile.ts'
import { stateLabel } from '../../../shared/move/move.ts'
import { ENTRY_STATES } from '../../../shared/outbox/entry-state.ts'

export const ABOUT_TITLE = 'About Lanekeeper'
export const ABOUT_NOTE = 'The details name no customer, no address and no token.'
export const COPY_DETAILS = 'Copy details for support'

const SYSTEMS: Readonly<Record<string, string>> = { win32: 'Windows', darwin: 'macOS', linux: 'Linux' }

/** What the dialog "About Lanekeeper" shows, as terms and values. */
export function describeAbout({
  version,
  build,
  electron,
  system,
  desk,
}: About): readonly (readonly [string, string])[] {
  const { platform, version: release, arch } = system
  return [
    ['Version', `${version} (${describeBuild(build)})`],
    ['Electron', electron],
    ['System', `${SYSTEMS[platform] ?? platform} ${release}, ${arch}`],
    ...(desk === null
      ? ([['Bookings', 'not open']] as const)
      : ([
          ['Provider type', desk.profile === 'practice' ? 'Practice' : PROFILE_FACTS[desk.profile].label],
          ['Store schema', String(desk.schema)],
          ['Bookings', describeStates(desk.states)],
        ] as const)),
  ]
}

/** The same as a text to paste into a message to support. */
export function formatSupportDetails(about: About): string {
  return ['Lanekeeper', ...describeAbout(about).map(([term, value]) => `${term}: ${value}`)].join('\n')
}

function describeBuild(build: BuildKind): string {
  switch (build) {
    case 'packaged':
      return 'packaged'
    case 'test':
      return 'test build, not for users'
    case 'development':
      return 'development'
    default:
      return assertNever(build)
  }
}

function describeStates(states: NonNullable<About['desk']>['states']): string {
  const some = ENTRY_STATES.filter((state) => states[state] > 0)
  return some.length === 0 ? 'none' : some.map((state) => `${states[state]} ${stateLabel(state)}`).join('; ')
}
