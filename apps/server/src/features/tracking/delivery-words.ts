import type { DeliveryEvent, DeliveryProblem } from '@postroom/domain/post/delivery-event'

/** What a mail reports: an event, or which problem. */
export type DeliveryStep = Exclude<DeliveryEvent, 'problem'> | DeliveryProblem

/** The end of the subject, and the sentence about the item, in English and French. */
interface Words {
  en: [subject: string, sentence: (item: string) => string]
  fr: [subject: string, sentence: (item: string) => string]
}

export const DELIVERY_WORDS: Record<DeliveryStep, Words> = {
  dispatched: {
    en: ['is on its way', (item) => `Royal Mail has ${item}.`],
    fr: ['est en route', (item) => `Royal Mail a pris en charge ${item}.`],
  },
  delivered: {
    en: ['is delivered', (item) => `Royal Mail reports that ${item} is delivered.`],
    fr: ['est distribué', (item) => `Royal Mail signale que ${item} est distribué.`],
  },
  attempted: {
    en: ['could not be delivered yet', (item) => `Royal Mail could not deliver ${item} yet.`],
    fr: ['n’a pas encore pu être distribué', (item) => `Royal Mail n’a pas encore pu distribuer ${item}.`],
  },
  held_at_customs: {
    en: ['is held at customs', (item) => `Royal Mail reports that ${item} is held at customs.`],
    fr: ['est retenu en douane', (item) => `Royal Mail signale que ${item} est retenu en douane.`],
  },
  held_for_collection: {
    en: ['waits to be collected', (item) => `Royal Mail reports that ${item} waits to be collected.`],
    fr: ['est à retirer', (item) => `Royal Mail signale que ${item} est à retirer.`],
  },
  returned: {
    en: ['is returned to the sender', (item) => `Royal Mail reports that ${item} is returned to the sender.`],
    fr: ['est retourné à l’expéditeur', (item) => `Royal Mail signale que ${item} est retourné à l’expéditeur.`],
  },
  lost: {
    en: ['is lost', (item) => `Royal Mail reports that ${item} is lost.`],
    fr: ['est perdu', (item) => `Royal Mail signale que ${item} est perdu.`],
  },
}
