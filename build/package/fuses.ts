import { flipFuses, FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'

/** The fuses of a release, each by name. Electron's own defaults are never relied on. */
export const releaseFuses: Readonly<Record<keyof typeof FuseV1Options, boolean>> = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  // This fuse grants no access: it decides how WebAssembly checks bounds, and false is only slower.
  WasmTrapHandlers: true,
}

/** The fuses of the variant that tests drive: those of a release, with Node's inspector allowed. */
export const e2eFuses: typeof releaseFuses = { ...releaseFuses, EnableNodeCliInspectArguments: true }

type FuseName = keyof typeof releaseFuses

/** Reads from `program` which fuses are on, by name. Throws for a fuse that `FuseV1Options` does not name. */
export async function readFuses(program: string): Promise<Partial<Record<FuseName, boolean>>> {
  const wire = await getCurrentFuseWire(program)
  const states = Object.entries(wire).filter(([place]) => place !== 'version')
  return Object.fromEntries(
    states.map(([place, state]) => {
      const name = FuseV1Options[Number(place)]
      if (name === undefined) throw new Error(`${program} has a fuse number ${place} that the table does not name`)
      return [name, state === FuseState.ENABLE]
    }),
  )
}

/** Sets every fuse that `program` has. An older Electron lacks the newest fuses, which are skipped. */
export async function setFuses(program: string, fuses: typeof releaseFuses): Promise<void> {
  const there = Object.keys(await readFuses(program)) as FuseName[]
  const chosen = Object.fromEntries(there.map((name) => [FuseV1Options[name], fuses[name]]))
  await flipFuses(program, {
    version: FuseVersion.V1,
    // A changed fuse breaks the signature, and an arm64 Mac starts no program whose signature is broken. So the program
    // gets an ad-hoc signature.
    resetAdHocDarwinSignature: process.platform === 'darwin' && program.endsWith('.app'),
    ...chosen,
    // `chosen` names every fuse of this program. The type also requires fuses that only a newer Electron has.
    strictlyRequireAllFuses: true,
  } as Parameters<typeof flipFuses>[1])
}
