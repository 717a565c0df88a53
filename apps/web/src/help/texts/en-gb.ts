import type { HelpTexts } from '../topics.ts'

export const TEXTS: HelpTexts = {
  send_parcel: {
    title: 'Send a parcel',
    note: 'One item, from the address to the label.',
    steps: [
      'Type a name, a company or a postcode, and choose the addressee.',
      'Put the item on the scale, or type its weight.',
      'Choose a service. The cheapest comes first.',
      'Press Buy and print. The label comes out of the label printer.',
    ],
    facts: [
      {
        title: 'When the money is taken',
        text: 'Only when Royal Mail has accepted the item. Until then it is on hold.',
      },
      {
        title: 'When the page is closed too early',
        text: 'Nothing is bought twice. Open the page again: it shows what became of the purchase.',
      },
    ],
  },
  send_letters: {
    title: 'Send letters',
    note: 'Franking labels on a sheet or a roll, without addressees.',
    steps: [
      'Choose the format, the weight of one letter and the class.',
      'Type how many labels you need.',
      'Choose the sheet in the printer. Mark the places that are used already.',
      'Press Buy and print.',
    ],
    facts: [
      {
        title: 'A sheet that was begun',
        text: 'Preferences can remember where the last sheet ended, and begin the next one there.',
      },
      { title: 'A slogan', text: 'It is chosen beside the label, and kept in Preferences.' },
    ],
  },
  send_many: {
    title: 'Send to many',
    note: 'The same kind of item to up to 1,000 addressees.',
    steps: [
      'Choose a CSV file, or a tag of the address book.',
      'Correct the rows that are marked, or leave them out.',
      'Say what is sent. Single rows can have another service.',
      'Check the total, then buy and print.',
    ],
    facts: [
      {
        title: 'When the page is closed',
        text: 'Buying goes on. Labels are printed while the page is open; open it again for the others.',
      },
      { title: 'A row that is refused', text: 'The others are bought. Correct the row and check it again.' },
    ],
  },
  abroad: {
    title: 'Send abroad',
    note: 'Customs forms are made from what you declare.',
    steps: [
      'Choose the addressee. With the country, the services change.',
      'Say why it is sent: sale, gift, sample or another reason.',
      'Declare each kind of goods: what it is, how many, weight and value.',
      'Buy and print. The customs form comes with the label.',
    ],
    facts: [
      {
        title: 'Describe the goods exactly',
        text: '‘Cotton T-shirt’ passes customs, ‘gift’ or ‘clothes’ does not.',
      },
      {
        title: 'Goods that are restricted',
        text: 'Postroom says so before you buy. Read the rules: an item that breaks them gets no compensation.',
      },
    ],
  },
  mailroom: {
    title: 'Work through the mailroom queue',
    note: 'Parcels that colleagues prepared, bought one after another.',
    steps: [
      'Scan the code on the parcel, or type a name.',
      'Put it on the scale. The price follows.',
      'Press Enter: it is bought, the label is printed, and the next row is chosen.',
    ],
    facts: [
      { title: 'Several people', text: 'A row that a colleague works on is marked. Nobody buys it twice.' },
      {
        title: 'Something is wrong',
        text: 'Report a problem. The parcel goes back to the colleague who prepared it.',
      },
    ],
  },
  take_back: {
    title: 'Take postage back',
    note: 'For a label that was bought and is not used.',
    steps: [
      'Open the shipment in the History.',
      'Void it, and say why it is not used.',
      'Destroy the label. It must not be posted any more.',
    ],
    facts: [
      { title: 'Until when', text: 'An item that Royal Mail has scanned cannot be taken back.' },
      {
        title: 'When the money returns',
        text: 'Royal Mail decides. You are notified of the answer, and the account shows the refund.',
      },
      { title: 'When it is refused', text: 'The postage stays bought, and the label stays good.' },
    ],
  },
  print_again: {
    title: 'Print a label again',
    note: 'When it jammed, tore or never came out.',
    steps: [
      'Look on Home: a label that is not printed stands at the top.',
      'Choose Reprint beside the shipment. It costs nothing.',
      'Destroy a damaged label. Only one of them may be posted.',
    ],
    facts: [
      { title: 'Is it the same label?', text: 'Yes: the same number and the same postage, drawn once more.' },
      { title: 'Nothing is printed', text: 'Look under Printers whether the printer is ready, and make a test print.' },
    ],
  },
  set_printer: {
    title: 'Set up a printer',
    note: 'The device manager prints. It runs on the computer beside the printer.',
    steps: [
      'Start the device manager on that computer. It shows a code.',
      'Type the code under Printers, and press Pair.',
      'Choose which printer prints labels, and which prints documents.',
      'Choose what is loaded in each, and make a test print.',
    ],
    facts: [
      { title: 'The label is too small or shifted', text: 'Print the ruler page, measure it, and type what you read.' },
      { title: 'The printer is asleep', text: 'Wake it up. What waits is printed then, in the same order.' },
    ],
  },
  address_book: {
    title: 'Keep the address book',
    note: 'Addressees that everybody or only you can choose.',
    steps: [
      'Press New address, or import a CSV file.',
      'Check the address. Postroom shows what it would change.',
      'Give it tags, to send to many of them together.',
    ],
    facts: [
      { title: 'Deleted by mistake', text: 'Press Undo in the message that follows.' },
      { title: 'An item came back', text: 'The address is marked until somebody corrects it.' },
    ],
  },
  money: {
    title: 'Understand the balance',
    note: 'Postage is paid from a prepaid account of your organisation.',
    steps: [
      'Look at the balance at the top of each page: it can be spent.',
      'Open Administration, then Account, for every movement.',
      'Save the statement as a CSV or PDF file for your books.',
    ],
    facts: [
      {
        title: 'On hold',
        text: 'The price of a purchase that Royal Mail has not confirmed. It is taken or given back by itself.',
      },
      {
        title: 'The balance is too low',
        text: 'Ask a manager. They transfer money, and it is booked when it has arrived.',
      },
    ],
  },
}
