import { ActionButton } from '../ui/ActionButton.tsx'
import { CopyStatus } from '../ui/CopyStatus.tsx'
import { DescriptionList } from '../ui/DescriptionList.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { useStore } from '../ui/use-store.ts'
import type { AboutStore } from './state/about.ts'
import { ABOUT_NOTE, ABOUT_TITLE, COPY_DETAILS, describeAbout } from './text/about-text.ts'
import { UI_TEXT } from '../ui/text.ts'

type AboutDialogProps = { readonly about: AboutStore; readonly onClose: () => void }

/** Dialog with the version and what else support asks for. */
export function AboutDialog({ about, onClose }: AboutDialogProps) {
  const found = useStore(about, (state) => state.about)
  const outcome = useStore(about, (state) => state.outcome)
  return (
    <Dialog
      title={ABOUT_TITLE}
      testId="about"
      alert={null}
      onClose={onClose}
      actions={
        <>
          <ActionButton look="quiet" keys="Esc" isFirst onPress={onClose}>
            {UI_TEXT.close}
          </ActionButton>
          <ActionButton look="go" onPress={() => void about.copy()}>
            {COPY_DETAILS}
          </ActionButton>
        </>
      }
    >
      {found !== null && <DescriptionList facts={describeAbout(found).map(([term, value]) => ({ term, value }))} />}
      <p>{ABOUT_NOTE}</p>
      <CopyStatus outcome={outcome} />
    </Dialog>
  )
}
