import dbus from '@particle/dbus-next'
import type { TrayActions, TrayState } from '../desktop.ts'
import { MENU_PATH } from './menu.ts'

export const ITEM_PATH = '/StatusNotifierItem'

interface About {
  id: string
  title: string
  /** A name in the icon theme. */
  icon: string
}

/** The icon, as the panel reads it. A click opens the status page. */
export function statusItem({ id, title, icon }: About, actions: TrayActions) {
  let state: TrayState = { lines: [], isPaused: false, needsAttention: false }
  const exported = new Item({
    id,
    title,
    icon,
    status: () => (state.needsAttention ? 'NeedsAttention' : 'Active'),
    lines: () => state.lines.join('\n'),
    activate: actions.openPage,
  })
  return {
    exported,
    show: (next: TrayState): void => {
      state = next
      exported.NewToolTip()
      exported.NewStatus()
    },
  }
}

interface Shown extends About {
  status: () => string
  lines: () => string
  activate: () => void
}

/** org.kde.StatusNotifierItem; its members have the names of the protocol. */
class Item extends dbus.interface.Interface {
  readonly #shown: Shown
  constructor(shown: Shown) {
    super('org.kde.StatusNotifierItem')
    this.#shown = shown
  }
  get Category(): string {
    return 'Hardware'
  }
  get Id(): string {
    return this.#shown.id
  }
  get Title(): string {
    return this.#shown.title
  }
  get Status(): string {
    return this.#shown.status()
  }
  get IconName(): string {
    return this.#shown.icon
  }
  get ToolTip(): unknown[] {
    return [this.#shown.icon, [], this.#shown.title, this.#shown.lines()]
  }
  get ItemIsMenu(): boolean {
    return false
  }
  get Menu(): string {
    return MENU_PATH
  }
  Activate(): void {
    this.#shown.activate()
  }
  SecondaryActivate(): void {
    this.#shown.activate()
  }
  ContextMenu(): void {}
  Scroll(): void {}
  NewToolTip(): void {}
  NewStatus(): string {
    return this.#shown.status()
  }
}

const read = (signature: string) => ({ signature, access: 'read' as const })
Item.configureMembers({
  properties: {
    Category: read('s'),
    Id: read('s'),
    Title: read('s'),
    Status: read('s'),
    IconName: read('s'),
    ToolTip: read('(sa(iiay)ss)'),
    ItemIsMenu: read('b'),
    Menu: read('o'),
  },
  methods: {
    Activate: { inSignature: 'ii' },
    SecondaryActivate: { inSignature: 'ii' },
    ContextMenu: { inSignature: 'ii' },
    Scroll: { inSignature: 'is' },
  },
  signals: { NewToolTip: { signature: '' }, NewStatus: { signature: 's' } },
})
