import { ChevronDown, GraduationCap } from 'lucide-react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import type { PracticeStatus } from '../../shared/desk/practice.ts'
import menu from '../ui/ActionMenu.module.css'
import { classNames } from '../ui/class-names.ts'
import { useStores } from '../stores-context.ts'
import { PRACTICE } from './text/frame-text.ts'
import css from './TopBar.module.css'

/** The pill of practice mode, with a menu: cut or restore the connection to the practice service, and go live. */
export function PracticeMenu({ practice: { connection } }: { readonly practice: PracticeStatus }) {
  const { desk, navigation, settings } = useStores()
  const isCut = connection === 'cut'
  return (
    <MenuTrigger>
      <Button
        className={classNames(css['practice'])}
        data-testid="practice-connection"
        data-connection={connection}
        data-tip={PRACTICE.menu}
      >
        <GraduationCap size={16} aria-hidden="true" />
        {PRACTICE.pill}
        <ChevronDown size={12} aria-hidden="true" />
      </Button>
      <Popover placement="bottom end" className={classNames(menu['popover'])}>
        <Menu aria-label={PRACTICE.menu} className={classNames(menu['menu'])}>
          <MenuItem
            className={classNames(menu['item'])}
            onAction={() => void desk.setPracticeConnection(isCut ? 'up' : 'cut')}
          >
            {isCut ? PRACTICE.restore : PRACTICE.cut}
          </MenuItem>
          <MenuItem
            className={classNames(menu['item'])}
            onAction={() => {
              navigation.go('settings', 'stay')
              void settings.goLive()
            }}
          >
            {PRACTICE.live}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
