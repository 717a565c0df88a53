import dbus from '@particle/dbus-next'
import type { TrayActions, TrayState } from '../desktop.ts'
import type { DESKTOP_TEXTS } from '../desktop-texts.ts'

export const MENU_PATH = '/Menu'

interface Entry {
  label: string
  /** Undefined only shows words. */
  act?: () => void
}

/** The menu of the icon by com.canonical.dbusmenu: the state, the status page, and pause or resume. */
export function menuFor(texts: (typeof DESKTOP_TEXTS)['en'], { openPage, setPaused }: TrayActions) {
  let entries: Entry[] = []
  const exported = new Menu(() => entries)
  return {
    exported,
    show: ({ lines, isPaused }: TrayState): void => {
      entries = [
        ...lines.map((label) => ({ label })),
        { label: texts.open, act: openPage },
        { label: isPaused ? texts.resume : texts.pause, act: () => setPaused(!isPaused) },
      ]
      exported.LayoutUpdated()
    },
  }
}

const ROOT = 0
const TEXT = (value: string) => new dbus.Variant('s', value)
const BOOLEAN = (value: boolean) => new dbus.Variant('b', value)
type Properties = Record<string, InstanceType<typeof dbus.Variant>>
type Layout = [id: number, properties: Properties, children: InstanceType<typeof dbus.Variant>[]]

// an underscore would mark the next letter as a shortcut
const propertiesOf = ({ label, act }: Entry): Properties => ({
  label: TEXT(label.replaceAll('_', '__')),
  enabled: BOOLEAN(act !== undefined),
})

/** com.canonical.dbusmenu; its members have the names of the protocol. The id of an entry is its place, from 1. */
class Menu extends dbus.interface.Interface {
  readonly #entries: () => readonly Entry[]
  #revision = 1
  constructor(entries: () => readonly Entry[]) {
    super('com.canonical.dbusmenu')
    this.#entries = entries
  }
  get Version(): number {
    return 3
  }
  get Status(): string {
    return 'normal'
  }
  get TextDirection(): string {
    return 'ltr'
  }
  get IconThemePath(): string[] {
    return []
  }
  #propertiesAt(id: number): Properties {
    const entry = this.#entries()[id - 1]
    return entry ? propertiesOf(entry) : { 'children-display': TEXT('submenu') }
  }
  GetLayout(parent: number): [number, Layout] {
    const children = parent === ROOT ? this.#entries().map((_, at) => at + 1) : []
    const below = children.map((id) => new dbus.Variant('(ia{sv}av)', [id, this.#propertiesAt(id), []]))
    return [this.#revision, [parent, this.#propertiesAt(parent), below]]
  }
  GetGroupProperties(asked: number[]): [number, Properties][] {
    const ids = asked.length > 0 ? asked : this.#entries().map((_, at) => at + 1)
    return ids.map((id) => [id, this.#propertiesAt(id)])
  }
  GetProperty(id: number, name: string): InstanceType<typeof dbus.Variant> {
    return this.#propertiesAt(id)[name] ?? TEXT('')
  }
  Event(id: number, event: string): void {
    if (event === 'clicked') this.#entries()[id - 1]?.act?.()
  }
  EventGroup(events: [number, string, unknown, number][]): number[] {
    for (const [id, event] of events) this.Event(id, event)
    return []
  }
  AboutToShow(): boolean {
    return false
  }
  AboutToShowGroup(): [number[], number[]] {
    return [[], []]
  }
  LayoutUpdated(): [number, number] {
    return [++this.#revision, ROOT]
  }
}

const read = (signature: string) => ({ signature, access: 'read' as const })
Menu.configureMembers({
  properties: { Version: read('u'), Status: read('s'), TextDirection: read('s'), IconThemePath: read('as') },
  methods: {
    GetLayout: { inSignature: 'iias', outSignature: 'u(ia{sv}av)' },
    GetGroupProperties: { inSignature: 'aias', outSignature: 'a(ia{sv})' },
    GetProperty: { inSignature: 'is', outSignature: 'v' },
    Event: { inSignature: 'isvu' },
    EventGroup: { inSignature: 'a(isvu)', outSignature: 'ai' },
    AboutToShow: { inSignature: 'i', outSignature: 'b' },
    AboutToShowGroup: { inSignature: 'ai', outSignature: 'aiai' },
  },
  signals: { LayoutUpdated: { signature: 'ui' } },
})
