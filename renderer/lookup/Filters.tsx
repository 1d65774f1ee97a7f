import { X } from 'lucide-react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { LOOKUP_FILTERS } from '../../shared/views/lookup.ts'
import { classNames } from '../ui/class-names.ts'
import { useStore } from '../ui/use-store.ts'
import { describeFilter } from './text/lookup-text.ts'
import type { LookupStore } from './state/lookup-store.ts'
import css from './Filters.module.css'

/** Toggle chips that narrow the result list. The group is one tab stop, and arrow keys move between the chips. */
export function Filters({ lookup }: { readonly lookup: LookupStore }) {
  const filters = useStore(lookup, (state) => state.filters)
  return (
    <ToggleButtonGroup
      aria-label="Only moves that are"
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
}
