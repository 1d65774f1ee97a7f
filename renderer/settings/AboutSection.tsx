import { useEffect } from 'react'
import { ActionButton } from '../ui/ActionButton.tsx'
import { CopyStatus } from '../ui/CopyStatus.tsx'
import { DescriptionList } from '../ui/DescriptionList.tsx'
import { Cell, Section } from '../ui/Section.tsx'
import { useStore } from '../ui/use-store.ts'
import { ABOUT_NOTE, ABOUT_TITLE, COPY_DETAILS, describeAbout } from '../app/text/about-text.ts'
import { useAllStores } from '../stores-context.ts'

/** The version and what else support asks for, as in the dialog "About Lanekeeper". */
export function AboutSection() {
  const { about } = useAllStores()
  const found = useStore(about, (state) => state.about)
  const outcome = useStore(about, (state) => state.outcome)
  useEffect(() => void about.read(), [about])
  return (
    <Section title={ABOUT_TITLE}>
      <Cell columns={12}>
        {found !== null && <DescriptionList facts={describeAbout(found).map(([term, value]) => ({ term, value }))} />}
      </Cell>
      <Cell columns={12}>
        <p>{ABOUT_NOTE}</p>
      </Cell>
      <Cell columns={12}>
        <ActionButton onPress={() => void about.copy()}>{COPY_DETAILS}</ActionButton>
        <CopyStatus outcome={outcome} />
      </Cell>
    </Section>
  )
}
