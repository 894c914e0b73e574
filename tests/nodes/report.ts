/** A table of results, as it is in docs/performance.md. */
export class Report {
  private readonly title: string
  private readonly rows: [string, string][] = []
  readonly wrong: string[] = []

  constructor(title: string) {
    this.title = title
  }

  row(what: string, measured: string): void {
    this.rows.push([what, measured])
  }

  /** A result that must be 0. */
  count(what: string, found: readonly string[]): void {
    this.row(what, String(found.length))
    for (const each of found.slice(0, 5)) {
      this.wrong.push(`${what}: ${each}`)
      console.log(`WRONG ${what}: ${each}`)
    }
  }

  /** A condition that must be true. */
  require(what: string, condition: boolean): void {
    this.count(what, condition ? [] : ['not so'])
  }

  toString(): string {
    return [
      '',
      `| ${this.title} | measured |`,
      '|---|---|',
      ...this.rows.map(([what, measured]) => `| ${what} | ${measured} |`),
      '',
    ].join('\n')
  }
}
