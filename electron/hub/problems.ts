import { assertNever } from '../../shared/result.ts'

/** What a person can put right. `describeProblem` makes the sentence. */
export type HubProblem =
  | { readonly code: 'usage'; readonly mistake: string }
  | { readonly code: 'name-invalid' }
  | { readonly code: 'address-invalid'; readonly address: string }
  | { readonly code: 'address-not-here'; readonly address: string; readonly here: readonly string[] }
  | { readonly code: 'port-in-use'; readonly address: string; readonly port: number }
  | { readonly code: 'hub-exists'; readonly folder: string; readonly rooftop: string }
  | { readonly code: 'folder-not-empty'; readonly folder: string }
  | { readonly code: 'folder-too-long'; readonly folder: string }
  | { readonly code: 'folder-on-share'; readonly folder: string }
  | { readonly code: 'no-rights'; readonly path: string }
  | { readonly code: 'no-hub'; readonly folder: string }
  | { readonly code: 'no-server'; readonly searched: readonly string[] }
  | { readonly code: 'server-version'; readonly binaries: string; readonly found: string }
  | { readonly code: 'no-account' }
  | { readonly code: 'server-failed'; readonly step: string; readonly detail: string }
  | { readonly code: 'server-stuck'; readonly process: string; readonly lockFile: string }
  | { readonly code: 'hub-away'; readonly address: string; readonly port: number; readonly detail: string }
  | { readonly code: 'name-taken'; readonly name: string }
  | { readonly code: 'name-unknown'; readonly name: string; readonly known: readonly string[] }
  | { readonly code: 'reference-unknown' | 'booking-open'; readonly reference: string }
  | { readonly code: 'file-exists'; readonly path: string }

export type HubResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: HubProblem }

export function refuse(problem: HubProblem): { readonly ok: false; readonly problem: HubProblem } {
  return { ok: false, problem }
}

/** Returns what happened and what to do, in one or two sentences. */
export function describeProblem(problem: HubProblem): string {
  switch (problem.code) {
    case 'usage':
      return problem.mistake
    case 'name-invalid':
      return 'A name has 1 to 60 characters, without tabs or line breaks. Choose another name.'
    case 'address-invalid':
      return `"${problem.address}" is not an IPv4 address. Give the address of this computer, for example 192.168.10.5.`
    case 'address-not-here':
      return `This computer does not have the address ${problem.address}. It has: ${list(problem.here)}.`
    case 'port-in-use':
      return `Another program uses port ${problem.port} of ${problem.address}. Choose another port with --port.`
    case 'hub-exists':
      return `${problem.folder} holds the hub of ${problem.rooftop}. Nothing was changed. Give another folder with --folder.`
    case 'folder-not-empty':
      return `${problem.folder} holds other files. Nothing was changed. Give an empty or new folder with --folder.`
    case 'folder-too-long':
      return `The path ${problem.folder} is too long for the server's socket. Give a folder of at most 80 characters.`
    case 'folder-on-share':
      return `${problem.folder} is on a network drive. Give a folder on a disk of this computer.`
    case 'no-rights':
      return `This account, or the server's, may not use ${problem.path}. Run as administrator, or give another folder.`
    case 'no-hub':
      return `${problem.folder} holds no hub. Run init first, or name the hub's folder with --folder.`
    case 'no-server':
      return (
        `PostgreSQL 15 to 18 was not found in ${list(problem.searched)}. Install it (Debian: apt install postgresql; ` +
        'Windows: the EDB installer), or name its folder with --binaries.'
      )
    case 'server-version':
      return `${problem.binaries} holds ${problem.found}. Install PostgreSQL 15, 16, 17 or 18.`
    case 'no-account':
      return (
        'PostgreSQL does not run as root, and this computer has no account "postgres". Run as another account, or create ' +
        'that account.'
      )
    case 'server-failed':
      return `PostgreSQL failed at "${problem.step}": ${problem.detail}`
    case 'server-stuck':
      return (
        `Process ${problem.process} stands for the hub's server, and does not listen. If it is PostgreSQL, end it. If it ` +
        `is another program, delete ${problem.lockFile}. Then run start.`
      )
    case 'hub-away':
      return (
        `The hub does not answer at ${problem.address}:${problem.port} (${problem.detail}). Run start, and look at the ` +
        'files in its folder log.'
      )
    case 'name-taken':
      return `${problem.name} is invited already. Retire it first, or choose another name.`
    case 'name-unknown':
      return `No desk is named ${problem.name}. The hub knows: ${list(problem.known)}.`
    case 'reference-unknown':
      return `No booking at this hub has the reference ${problem.reference}. Copy a reference from the booking at a desk.`
    case 'booking-open':
      return `The booking of ${problem.reference} may still be sent. Withdraw or settle it at a desk first.`
    case 'file-exists':
      return `${problem.path} exists. Give another file with --out.`
    default:
      return assertNever(problem)
  }
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ')
}
