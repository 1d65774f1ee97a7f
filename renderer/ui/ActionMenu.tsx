import { EllipsisVertical } from 'lucide-react'
import { createContext, useContext, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { classNames } from './class-names.ts'
import { moreLabel } from './text.ts'
import css from './ActionMenu.module.css'

export type MenuAction = { readonly id: string; readonly label: string; readonly act: () => void }

type Opening = { readonly isOpen: boolean; readonly open: (isOpen: boolean) => void }

/** State of the menu in the surrounding `MenuArea`. */
const Area = createContext<Opening>({ isOpen: false, open: () => undefined })

type ActionMenuProps = {
  /** Name of the thing to which the actions apply. */
  readonly label: string
  readonly acts: readonly MenuAction[]
  /** False leaves the button out of the Tab order, in a list whose rows are one Tab stop. */
  readonly isTabStop?: boolean
}

/** Button with a menu of actions, in a `MenuArea`. */
export function ActionMenu({ label, acts, isTabStop = true }: ActionMenuProps) {
  const area = useContext(Area)
  return (
    <MenuTrigger isOpen={area.isOpen} onOpenChange={area.open}>
      <Button aria-label={moreLabel(label)} excludeFromTabOrder={!isTabStop} className={classNames(css['button'])}>
        <EllipsisVertical size={16} aria-hidden="true" />
      </Button>
      <Popover placement="bottom end" className={classNames(css['popover'])}>
        <Actions label={label} acts={acts} />
      </Popover>
    </MenuTrigger>
  )
}

function Actions({ label, acts }: Omit<ActionMenuProps, 'isTabStop'>) {
  // The list stays as it was when the menu opened, so that no entry moves under the pointer. An action that no longer
  // fits is refused with a message.
  const [opened] = useState(acts)
  return (
    // A menu that a key opens must have the focus on its first action.
    // eslint-disable-next-line jsx-a11y/no-autofocus
    <Menu aria-label={moreLabel(label)} autoFocus="first" className={classNames(css['menu'])}>
      {opened.map(({ id, label, act }) => (
        <MenuItem key={id} id={id} onAction={act} className={classNames(css['item'])}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}

type MenuAreaProps = {
  /** Id of the thing to which the actions apply. A menu closes when the area shows another thing. */
  readonly of: string
  readonly children: ReactNode
  readonly className: string
}

/** Area in which the context-menu key, Shift+F10 or a right-click also opens the `ActionMenu`. */
export function MenuArea({ of, children, className }: MenuAreaProps) {
  const [openedOf, setOpenedOf] = useState<string | null>(null)
  const isOpen = openedOf === of
  if (openedOf !== null && !isOpen) setOpenedOf(null)
  const open = (isWanted: boolean) => setOpenedOf(isWanted ? of : null)
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
    event.preventDefault()
    open(true)
  }
  return (
    <Area value={{ isOpen, open }}>
      <div
        role="presentation"
        className={className}
        onKeyDown={keys}
        onContextMenu={(event) => {
          event.preventDefault()
          open(true)
        }}
      >
        {children}
      </div>
    </Area>
  )
}
