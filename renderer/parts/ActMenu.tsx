import { EllipsisVertical } from 'lucide-react'
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { names } from './class-names.ts'
import css from './ActMenu.module.css'

export type MenuAct = { readonly id: string; readonly words: string; readonly act: () => void }

type ActMenuProps = {
  /** Whose acts they are. */
  readonly label: string
  readonly acts: readonly MenuAct[]
}

/** The acts that fit a thing, behind one button. The key for context menus opens it too, where its thing has the focus. */
export function ActMenu({ label, acts }: ActMenuProps) {
  return (
    <MenuTrigger>
      <Button aria-label={`More for ${label}`} className={names(css['button'])} data-menu>
        <EllipsisVertical size={16} aria-hidden="true" />
      </Button>
      <Popover placement="bottom end" className={names(css['popover'])}>
        <Menu aria-label={`More for ${label}`} className={names(css['menu'])}>
          {acts.map(({ id, words, act }) => (
            <MenuItem key={id} id={id} onAction={act} className={names(css['item'])}>
              {words}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

type MenuAreaProps = { readonly children: ReactNode; readonly className: string }

/** A thing whose menu is also opened by the key for context menus, or by the right button, anywhere in it. */
export function MenuArea({ children, className }: MenuAreaProps) {
  const area = useRef<HTMLDivElement>(null)
  const open = () => {
    const button = area.current?.querySelector<HTMLElement>('[data-menu]')
    // The key speaks twice, as a key and as a context menu: a second click would close it again.
    if (button?.getAttribute('aria-expanded') !== 'true') button?.click()
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'ContextMenu' && !(event.key === 'F10' && event.shiftKey)) return
    event.preventDefault()
    open()
  }
  return (
    <div
      ref={area}
      role="presentation"
      className={className}
      onKeyDown={keys}
      onContextMenu={(event) => {
        event.preventDefault()
        open()
      }}
    >
      {children}
    </div>
  )
}
