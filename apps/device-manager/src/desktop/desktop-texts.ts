import type { Language } from '../status-page/status-texts.ts'
import type { Notice } from './desktop.ts'

/** The reasons for a notification. */
export type NoticeReason = 'printer_stopped' | 'job_unknown' | 'server_needed'

interface Texts {
  open: string
  pause: string
  resume: string
  paused: string
  lastJob: string
  serverNeeded: string
  notPaired: string
  notConnected: string
  notices: Record<NoticeReason, Notice>
}

export const DESKTOP_TEXTS: Record<Language, Texts> = {
  en: {
    open: 'Open the status page',
    pause: 'Pause printing',
    resume: 'Resume printing',
    paused: 'Printing is paused',
    lastJob: 'Last job',
    serverNeeded: 'No server is chosen yet',
    notPaired: 'Not paired yet',
    notConnected: 'No connection to the server',
    notices: {
      printer_stopped: { title: 'A printer has stopped', text: 'The status page says what to do.' },
      job_unknown: {
        title: 'Check the printer',
        text: 'It is not known whether a document was printed. Nothing is printed again by itself.',
      },
      server_needed: {
        title: 'Postroom is installed',
        text: 'Open the status page to choose your server.',
      },
    },
  },
  fr: {
    open: 'Ouvrir la page d’état',
    pause: 'Suspendre l’impression',
    resume: 'Reprendre l’impression',
    paused: 'L’impression est suspendue',
    lastJob: 'Dernière impression',
    serverNeeded: 'Aucun serveur n’est encore choisi',
    notPaired: 'Pas encore associé',
    notConnected: 'Pas de connexion au serveur',
    notices: {
      printer_stopped: { title: 'Une imprimante s’est arrêtée', text: 'La page d’état indique quoi faire.' },
      job_unknown: {
        title: 'Vérifiez l’imprimante',
        text: 'Un document a peut-être été imprimé, peut-être pas. Rien ne se réimprime tout seul.',
      },
      server_needed: {
        title: 'Postroom est installé',
        text: 'Ouvrez la page d’état pour choisir votre serveur.',
      },
    },
  },
}

/** The language of the system, as far as the program speaks it. */
export const systemLanguage = (locale = Intl.DateTimeFormat().resolvedOptions().locale): Language =>
  locale.startsWith('fr') ? 'fr' : 'en'
