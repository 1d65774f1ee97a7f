import { ChevronDown } from 'lucide-react'
import {
  Button,
  FieldError,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select as AriaSelect,
  SelectValue,
  Text,
} from 'react-aria-components'
import { classNames } from './class-names.ts'
import { UI_TEXT } from './text.ts'
import field from './Field.module.css'
import css from './Select.module.css'

type SelectProps = {
  readonly id: string
  readonly label: string
  readonly hint?: string
  /** Empty if no option is chosen. */
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (value: string) => void
  readonly problem: string | undefined
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
}

/** Dropdown list with a single choice. */
export function Select({
  id,
  label,
  hint,
  value,
  options,
  onChange,
  problem,
  isRequired = false,
  isDisabled = false,
}: SelectProps) {
  return (
    <AriaSelect
      value={value === '' ? null : value}
      onChange={(key) => onChange(key === null ? '' : String(key))}
      placeholder={UI_TEXT.choose}
      isInvalid={problem !== undefined}
      isRequired={isRequired}
      isDisabled={isDisabled}
      validationBehavior="aria"
      className={classNames(field['field'])}
    >
      <span className={field['head']}>
        <Label className={classNames(field['label'])}>{label}</Label>
        {hint !== undefined && (
          <Text slot="description" className={classNames(field['hint'])}>
            {hint}
          </Text>
        )}
        <FieldError className={classNames(field['problem'])}>{problem}</FieldError>
      </span>
      <Button
        id={id}
        className={classNames(field['box'], css['button'])}
        {...(problem === undefined ? {} : { 'data-invalid': true })}
      >
        <SelectValue className={classNames(css['value'])} />
        <ChevronDown size={16} aria-hidden="true" />
      </Button>
      <Popover className={classNames(css['popover'])}>
        <ListBox className={classNames(css['list'])} items={options}>
          {(option) => (
            <ListBoxItem id={option.value} textValue={option.label} className={classNames(css['option'])}>
              {option.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  )
}
