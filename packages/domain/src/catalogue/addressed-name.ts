interface Named {
  name: string
  company_name: string
}

/** The name for which an address is known: its company, or the person where there is none. */
export const companyOrPerson = ({ name, company_name }: Named): string => company_name || name

/** The name of somebody at an address: the person, or the company where none is named. */
export const personOrCompany = ({ name, company_name }: Named): string => name || company_name
