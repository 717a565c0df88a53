/** Table of `027-page-views.sql`. */
export interface PageViewTables {
  page_view: { day: string; page: string; views: number }
}
