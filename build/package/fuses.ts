import { flipFuses, FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'

/** The fuses of what is shipped, each one named: what Electron itself ships with is never relied on. */
export const releaseFuses: Readonly<Record<keyof typeof FuseV1Options, boolean>> = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
  // No door: it decides how WebAssembly checks its bounds, and off is only slower.
  WasmTrapHandlers: true,
}

/** The one difference between what is shipped and the variant that tests drive. */
export const e2eFuses: typeof releaseFuses = { ...releaseFuses, EnableNodeCliInspectArguments: true }

type FuseName = keyof typeof releaseFuses

/** The fuses that the Electron of `program` has, by name. Throws on one that this table does not know. */
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

/** Sets every fuse that the Electron of `program` has. An older Electron lacks the newest ones, and asks for none. */
export async function setFuses(program: string, fuses: typeof releaseFuses): Promise<void> {
  const there = Object.keys(await readFuses(program)) as FuseName[]
  const chosen = Object.fromEntries(there.map((name) => [FuseV1Options[name], fuses[name]]))
  await flipFuses(program, {
    version: FuseVersion.V1,
    // An arm64 Mac starts no program whose signature is broken; a real signature, where there is one, is put on later.
    resetAdHocDarwinSignature: process.platform === 'darwin' && program.endsWith('.app'),
    ...chosen,
    // Every fuse of this program was named just above; the type asks for those as well that only a newer one has.
    strictlyRequireAllFuses: true,
  } as Parameters<typeof flipFuses>[1])
}
