// As `vendor.ts`, of what is loaded with the first page after home, or the first menu.

import './vendor.ts'

export { Dialog, DropdownMenu, Popover, Tabs } from 'radix-ui'
