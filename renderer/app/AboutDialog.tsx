import { ActionButton } from '../ui/ActionButton.tsx'
import { CopyStatus } from '../ui/CopyStatus.tsx'
import { DescriptionList } from '../ui/DescriptionList.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { useStore } from '../ui/use-store.ts'
import type { AboutStore } from './state/about.ts'
import { describeAbout } from './text/about-text.ts'

type AboutDialogProps = { readonly about: AboutStore; readonly onClose: () => void }

/** Dialog with the version and what else support asks for. */
export function AboutDialog({ about, onClose }: AboutDialogProps) {
  const found = useStore(about, (state) => state.about)
  const outcome = useStore(about, (state) => state.outcome)
  return (
    <Dialog
      title="About Lanekeeper"
      testId="about"
      alert={null}
      onClose={onClose}
      actions={
        <>
          <ActionButton look="quiet" keys="Esc" isFirst onPress={onClose}>
            Close
          </ActionButton>
          <ActionButton look="go" onPress={() => void about.copy()}>
            Copy details for support
          </ActionButton>
        </>
      }
    >
      {found !== null && <DescriptionList facts={describeAbout(found).map(([term, value]) => ({ term, value }))} />}
      <p>The details name no customer, no address and no token.</p>
      <CopyStatus outcome={outcome} />
    </Dialog>
  )
}
