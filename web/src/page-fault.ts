// What can end a whole page, as a code to report: screens never answer with these, and the server knows nothing of them.
export type PageFaultCode =
  /** A part of the page could not be drawn. */
  | 'page.fault'
  /** A part of the page could not be loaded, and will not come: its server has been upgraded, for instance. */
  | 'page.incomplete'
