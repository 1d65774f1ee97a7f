import { formatPhone } from '../../shared/booking/phone.ts'
import { useAllStores } from '../stores-context.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { CopyStatus } from '../ui/CopyStatus.tsx'
import { useStore } from '../ui/use-store.ts'

/** The provider's phone with a copy button. Renders nothing if the settings name no phone. */
export function ProviderPhone() {
  const { desk, phoneCopying } = useAllStores()
  const name = useStore(desk, (state) => state.status?.providerContact.name ?? null)
  const phone = useStore(desk, (state) => state.status?.providerContact.phone ?? null)
  const copied = useStore(phoneCopying, (state) => state.outcome)
  if (phone === null) return null
  const shown = formatPhone(phone)
  return (
    <p data-testid="provider-phone">
      {name === null ? shown : `${name}, ${shown}`}{' '}
      <CopyButton what={`phone ${shown}`} onPress={() => void phoneCopying.copy(shown)} />{' '}
      <CopyStatus outcome={copied} />
    </p>
  )
}
