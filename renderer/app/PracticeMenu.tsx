import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import type { PracticeStatus } from '../../shared/desk/practice.ts'
import menu from '../ui/ActionMenu.module.css'
import { classNames } from '../ui/class-names.ts'
import { useAllStores } from '../stores-context.ts'
import { PracticePill } from './PracticePill.tsx'
import { PRACTICE } from './text/frame-text.ts'

/** The pill of practice mode, with a menu: cut or restore the connection to the practice service, and go live. */
export function PracticeMenu({ practice }: { readonly practice: PracticeStatus }) {
  const { desk, navigation, settings } = useAllStores()
  const isCut = practice.connection === 'cut'
  return (
    <MenuTrigger>
      <PracticePill practice={practice} as={Button} />
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
