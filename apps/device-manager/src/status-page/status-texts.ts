import type { PrintJob, Printer } from '@postroom/contract/device-messages'

export const LANGUAGES = ['en', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]

interface Texts {
  title: string
  otherLanguage: string
  /** Between a word and what it introduces: French puts a space before it. */
  colon: string
  server: string
  unreachable: string
  connecting: string
  connected: string
  pairing: string
  pairingHow: string
  code: string
  organisation: string
  printers: string
  noPrinters: string
  loaded: string
  jobs: string
  noJobs: string
  printerStates: Record<Printer['state'], string>
  jobStates: Record<PrintJob['state'], string>
}

export const STATUS_TEXTS: Record<Language, Texts> = {
  en: {
    title: 'Postroom device manager',
    otherLanguage: 'Français',
    colon: ': ',
    server: 'Server',
    unreachable: 'The server does not answer. Trying again.',
    connecting: 'Connecting again.',
    connected: 'Connected',
    pairing: 'Not paired yet',
    pairingHow: 'Sign in to Postroom, open the device preferences and type this code.',
    code: 'Pairing code',
    organisation: 'Organisation',
    printers: 'Printers',
    noPrinters: 'No printer found.',
    loaded: 'Loaded',
    jobs: 'Last jobs',
    noJobs: 'Nothing printed yet.',
    printerStates: { ready: 'Ready', printing: 'Printing', stopped: 'Stopped', offline: 'Does not answer' },
    jobStates: {
      queued: 'Waiting',
      sending: 'Being sent',
      spooled: 'At the printer',
      printed: 'Printed',
      failed: 'Not printed',
      unknown: 'Unknown: look at the printer',
      cancelled: 'Cancelled',
    },
  },
  fr: {
    title: 'Gestionnaire d’appareils Postroom',
    otherLanguage: 'English',
    colon: '\u00a0: ',
    server: 'Serveur',
    unreachable: 'Le serveur ne répond pas. Nouvel essai en cours.',
    connecting: 'Reconnexion en cours.',
    connected: 'Connecté',
    pairing: 'Pas encore associé',
    pairingHow: 'Connectez-vous à Postroom, ouvrez les préférences de l’appareil et saisissez ce code.',
    code: 'Code d’association',
    organisation: 'Organisation',
    printers: 'Imprimantes',
    noPrinters: 'Aucune imprimante trouvée.',
    loaded: 'Chargé',
    jobs: 'Derniers travaux',
    noJobs: 'Rien n’a encore été imprimé.',
    printerStates: { ready: 'Prête', printing: 'Impression en cours', stopped: 'Arrêtée', offline: 'Ne répond pas' },
    jobStates: {
      queued: 'En attente',
      sending: 'Envoi en cours',
      spooled: 'À l’imprimante',
      printed: 'Imprimé',
      failed: 'Non imprimé',
      unknown: 'Inconnu\u00a0: vérifiez l’imprimante',
      cancelled: 'Annulé',
    },
  },
}
