import { app } from 'electron'
import { shortcutLine } from '../../shared/desk/launch-args.ts'

/** A start from the taskbar's menu repeats these switches, because they choose the desk and its settings file. */
const JUMP_LIST_ITEMS = ['user-data-dir', 'config']

/** Puts "New booking" into the menu of the taskbar button. Only Windows has such a menu. */
export function setJumpList(): void {
  if (process.platform !== 'win32') return
  const given = JUMP_LIST_ITEMS.filter((name) => app.commandLine.hasSwitch(name))
  app.setUserTasks([
    {
      program: process.execPath,
      arguments: shortcutLine(Object.fromEntries(given.map((name) => [name, app.commandLine.getSwitchValue(name)]))),
      title: 'New booking',
      description: 'Opens the booking form',
      iconPath: process.execPath,
      iconIndex: 0,
    },
  ])
}
