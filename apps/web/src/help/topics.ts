import type { PageName } from '../pages.ts'

interface Place {
  /** The pages on which F1 opens it. */
  on: readonly PageName[]
  /** Topics that are read next. */
  also: readonly string[]
}

const TABLE = {
  send_parcel: { on: ['shipping', 'desk', 'wizard', 'queued'], also: ['abroad', 'print_again', 'take_back'] },
  send_letters: { on: ['letters'], also: ['print_again', 'set_printer'] },
  send_many: { on: ['many'], also: ['address_book', 'print_again'] },
  abroad: { on: [], also: ['send_parcel', 'take_back'] },
  mailroom: { on: ['mailroom'], also: ['print_again', 'send_parcel'] },
  take_back: { on: ['history'], also: ['print_again', 'money'] },
  print_again: { on: ['home'], also: ['set_printer', 'take_back'] },
  set_printer: { on: ['printers'], also: ['print_again', 'send_letters'] },
  address_book: { on: ['addressbook'], also: ['send_many', 'send_parcel'] },
  money: { on: ['administration'], also: ['take_back', 'send_parcel'] },
} as const satisfies Record<string, Place>

export type TopicName = keyof typeof TABLE

/** Every topic, in the order of the list. Its text is in `texts/`. */
export const TOPICS: Readonly<Record<TopicName, { on: readonly PageName[]; also: readonly TopicName[] }>> = TABLE

export const TOPIC_NAMES = Object.keys(TABLE) as TopicName[]

/** One short page of help for each topic: how a task is done, and what is true about it. */
export type HelpTexts = Readonly<
  Record<
    TopicName,
    {
      title: string
      /** When it is of use, in one sentence. */
      note: string
      /** What to do, in order. */
      steps: readonly string[]
      /** What people ask next. */
      facts: readonly { title: string; text: string }[]
    }
  >
>

/** The topic of a page; undefined where none is only about it. */
export const topicOf = (page: PageName | undefined): TopicName | undefined =>
  page && TOPIC_NAMES.find((name) => TOPICS[name].on.includes(page))

/** A topic named in an address. */
export const topicNamed = (name: string | null): TopicName | undefined => TOPIC_NAMES.find((topic) => topic === name)
