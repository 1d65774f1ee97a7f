import { ChevronDown } from 'lucide-react'
import {
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Text,
} from 'react-aria-components'
import { names } from './class-names.ts'
import field from './Field.module.css'
import css from './Pick.module.css'

type PickProps = {
  readonly id: string
  readonly label: string
  readonly hint?: string
  /** Empty while nothing is chosen. */
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
  readonly problem: string | undefined
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
}

/** One out of a list that folds away. */
export function Pick({
  id,
  label,
  hint,
  value,
  options,
  onChange,
  problem,
  isRequired = false,
  isDisabled = false,
}: PickProps) {
  return (
    <Select
      value={value === '' ? null : value}
      onChange={(key) => onChange(key === null ? '' : String(key))}
      placeholder="Choose…"
      isInvalid={problem !== undefined}
      isRequired={isRequired}
      isDisabled={isDisabled}
      validationBehavior="aria"
      className={names(field['field'])}
    >
      <span className={field['head']}>
        <Label className={names(field['label'])}>{label}</Label>
        {hint !== undefined && (
          <Text slot="description" className={names(field['hint'])}>
            {hint}
          </Text>
        )}
      </span>
      <Button
        id={id}
        className={names(field['box'], css['button'])}
        {...(problem === undefined ? {} : { 'data-invalid': true })}
      >
        <SelectValue className={names(css['value'])} />
        <ChevronDown size={16} aria-hidden="true" />
      </Button>
      <FieldError className={names(field['problem'])}>{problem}</FieldError>
      <Popover className={names(css['popover'])}>
        <ListBox className={names(css['list'])} items={options}>
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label} className={names(css['option'])}>
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  )
}
