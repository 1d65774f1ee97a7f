import { X } from 'lucide-react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { memo } from 'react'
import { LOOKUP_FILTERS } from '../../shared/views/lookup.ts'
import { classNames } from '../ui/class-names.ts'
import { useStore } from '../ui/use-store.ts'
import { describeFilter, LOOKUP } from './text/lookup-text.ts'
import type { LookupStore } from './state/lookup-store.ts'
import css from './Filters.module.css'

/**
 * Toggle chips that narrow the result list, in one tab stop with arrow keys between the chips. `memo` keeps the chips
 * from rendering with each new result list.
 */
export const Filters = memo(function Chips({ lookup }: { readonly lookup: LookupStore }) {
  const filters = useStore(lookup, (state) => state.filters)
  return (
    <ToggleButtonGroup
      aria-label={LOOKUP.filters}
      selectionMode="multiple"
      selectedKeys={filters}
      onSelectionChange={(keys) => lookup.filter(LOOKUP_FILTERS.filter((filter) => keys.has(filter)))}
      className={classNames(css['filters'])}
    >
      {LOOKUP_FILTERS.map((filter) => (
        <ToggleButton key={filter} id={filter} className={classNames(css['chip'])}>
          {describeFilter(filter)}
          {filters.includes(filter) && <X size={13} aria-hidden="true" />}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
})
