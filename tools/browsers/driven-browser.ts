/** Sizes of a window's viewport in CSS pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** A browser with one window, driven over its automation protocol. Each call ends within a time limit. */
export interface DrivenBrowser {
  /** Opens an address; does not wait for more than the start of the document. */
  open(url: string): Promise<void>
  /**
   * Runs a function in the page. It is sent as text, so it can use nothing from outside itself.
   * @returns its result as JSON would have it
   */
  evaluate<Arguments extends readonly unknown[], Result>(
    work: (...args: Arguments) => Result,
    ...args: Arguments
  ): Promise<Awaited<Result>>
  /** Clicks the first element that matches a CSS selector. */
  click(selector: string): Promise<void>
  /** Replaces the text of a field. */
  type(selector: string, text: string): Promise<void>
  /** Presses Enter in a field. */
  enter(selector: string): Promise<void>
  /** The visible part of the page as PNG. */
  picture(): Promise<Uint8Array>
  /** Uncaught errors of the page, as far as the protocol reports them. */
  readonly errors: readonly string[]
  /** Closes the browser and starts it again with the same profile. */
  restart(): Promise<void>
  /** Ends the browser, also if it no longer replies, and removes its profile. */
  close(): Promise<void>
}

export interface LaunchOptions {
  readonly viewport: Size
  /** Whether {@link DrivenBrowser.restart} is used, which needs a profile on disk. */
  readonly keepsProfile?: boolean
}

export interface Engine {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit'
  /** As the program names itself: 'Mozilla Firefox 153.7.0esr'. */
  readonly version: string
  launch(options: LaunchOptions): Promise<DrivenBrowser>
}
