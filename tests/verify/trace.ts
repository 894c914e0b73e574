import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** A system call of a process, in the order of completion. */
export type Call =
  | { kind: 'open'; path: string; create: boolean; truncate: boolean }
  /** `at`: offset in the file; `undefined` for a write at the current position. */
  | { kind: 'write'; path: string; at: number | undefined; bytes: Buffer }
  | { kind: 'truncate'; path: string; length: number }
  | { kind: 'sync'; path: string }
  | { kind: 'unlink'; path: string }
  | { kind: 'rename'; from: string; to: string }
  /** Data sent over a socket. */
  | { kind: 'send'; text: string }

/** The traced system calls. */
export const TRACED =
  'openat,pwrite64,ftruncate,fsync,fdatasync,unlink,unlinkat,rename,renameat,renameat2,write,writev,sendto,sendmsg'

const fromHex = (text: string) => Buffer.from(text.replaceAll(String.raw`\x`, ''), 'hex')
const asText = (hex: string) => fromHex(hex).toString('utf8')

/**
 * Parses a completed call as printed by strace with `-y -xx`; `undefined` for calls that failed or change
 * nothing.
 */
function readCall(line: string): Call | undefined {
  const parts = /^(\w+)\((.*)\)\s+= (-?\d+|\?)/s.exec(line)
  if (!parts || parts[3]!.startsWith('-')) return undefined
  const [, name, args] = parts as unknown as [string, string, string]
  const target = /^\d+<([^>]*)>/.exec(args)?.[1] ?? ''
  const file = target.startsWith('\\x') ? asText(target) : target
  const isSend = /^(socket|TCP)/.test(file)
  // A send that the kill interrupted has no result, but its data may have arrived.
  if (parts[3] === '?' && !isSend) return undefined
  const strings = Array.from(args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g), ([, hex]) => hex!)
  switch (name) {
    case 'openat': {
      const flags = new Set(args.slice(args.lastIndexOf('"') + 1).match(/O_\w+/g))
      return {
        kind: 'open',
        path: asText(strings[0]!),
        create: flags.has('O_CREAT'),
        truncate: flags.has('O_TRUNC'),
      }
    }
    case 'pwrite64':
      return {
        kind: 'write',
        path: file,
        at: Number(args.slice(args.lastIndexOf(',') + 1)),
        bytes: fromHex(strings[0]!),
      }
    case 'ftruncate':
      return { kind: 'truncate', path: file, length: Number(args.slice(args.lastIndexOf(',') + 1)) }
    case 'fsync':
    case 'fdatasync':
      return { kind: 'sync', path: file }
    case 'unlink':
    case 'unlinkat':
      return { kind: 'unlink', path: asText(strings[0]!) }
    case 'rename':
    case 'renameat':
    case 'renameat2':
      return { kind: 'rename', from: asText(strings[0]!), to: asText(strings[1]!) }
    default:
      if (isSend) return { kind: 'send', text: strings.map(asText).join('') }
      return name.startsWith('write') && file.startsWith('/')
        ? { kind: 'write', path: file, at: undefined, bytes: Buffer.concat(strings.map(fromHex)) }
        : undefined
  }
}

/**
 * Parses a log of `strace -f -y -xx`, in which a call of one thread may be interrupted by calls of others.
 */
export function readTrace(log: string): Call[] {
  const unfinishedCalls = new Map<string, string>()
  const calls: Call[] = []
  for (const line of log.split('\n')) {
    const [, thread, rest] = /^(\d+)\s+(.*)$/s.exec(line) ?? []
    if (thread === undefined || rest === undefined) continue
    const unfinished = rest.indexOf(' <unfinished ...>')
    if (unfinished !== -1) {
      unfinishedCalls.set(thread, rest.slice(0, unfinished))
      continue
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(rest)
    const call = readCall(resumed ? `${unfinishedCalls.get(thread) ?? ''}${resumed[1]}` : rest)
    if (call) calls.push(call)
    if (resumed) unfinishedCalls.delete(thread)
  }
  for (const begun of unfinishedCalls.values()) {
    const call = readCall(`${begun}) = ?`)
    if (call) calls.push(call)
  }
  return calls
}

type Change =
  | { kind: 'write'; at: number; bytes: Buffer }
  | Extract<Call, { kind: 'truncate' }>
  | { kind: 'empty' }

/** The content of a file when it was last synced, and the changes since. */
interface Inode {
  durable: Content
  pending: Change[]
  /**
   * Position of the next write without an offset. Such files are written from the start by a single process.
   */
  next: number
}

/** A disk writes whole sectors even if the power fails. Bytes. */
const SECTOR_BYTES = 512

/** The bytes of a file. */
class Content {
  private bytes: Buffer
  private length: number

  constructor(bytes: Buffer) {
    this.bytes = Buffer.from(bytes)
    this.length = bytes.length
  }
  resize(length: number): void {
    if (length > this.bytes.length)
      this.bytes = Buffer.concat([this.bytes, Buffer.alloc(length - this.bytes.length + (1 << 20))])
    else if (length < this.length) this.bytes.fill(0, length, this.length)
    this.length = length
  }
  write(at: number, bytes: Buffer): void {
    if (at + bytes.length > this.length) this.resize(at + bytes.length)
    bytes.copy(this.bytes, at)
  }
  apply(change: Change): void {
    if (change.kind === 'write') this.write(change.at, change.bytes)
    else this.resize(change.kind === 'truncate' ? change.length : 0)
  }
  get(): Buffer {
    return this.bytes.subarray(0, this.length)
  }
}

/**
 * The files of a folder as stored on disk: unsynced writes may be lost in whole or in part, and so may
 * created or removed names. As strict as POSIX: a new file persists only once its folder is synced.
 */
export class Disk {
  private readonly folder: string
  private names: Map<string, Inode>
  private durableNames: Map<string, Inode>

  constructor(folder: string, files: ReadonlyMap<string, Buffer>) {
    this.folder = folder
    this.names = new Map(
      Array.from(files, ([name, bytes]) => [name, { durable: new Content(bytes), pending: [], next: 0 }]),
    )
    this.durableNames = new Map(this.names)
  }

  private inodeOf(file: string): Inode | undefined {
    return path.dirname(file) === this.folder ? this.names.get(path.basename(file)) : undefined
  }

  /** Applies a completed call. */
  apply(call: Call): void {
    if (call.kind === 'send') return
    if (call.kind === 'rename') {
      const inode = this.inodeOf(call.from)
      if (inode) {
        this.names.delete(path.basename(call.from))
        this.names.set(path.basename(call.to), inode)
      }
      return
    }
    if (call.kind === 'sync' && call.path === this.folder) {
      this.durableNames = new Map(this.names)
      return
    }
    const inode = this.inodeOf(call.path)
    switch (call.kind) {
      case 'open':
        if (path.dirname(call.path) !== this.folder || call.path.endsWith('-shm')) return
        if (inode === undefined && call.create)
          this.names.set(path.basename(call.path), {
            durable: new Content(Buffer.alloc(0)),
            pending: [],
            next: 0,
          })
        else if (inode && call.truncate) inode.pending.push({ kind: 'empty' })
        if (inode) inode.next = 0
        return
      case 'unlink':
        if (inode) this.names.delete(path.basename(call.path))
        return
      case 'write':
        if (!inode) return
        inode.pending.push({ ...call, at: call.at ?? inode.next })
        if (call.at === undefined) inode.next += call.bytes.length
        return
      case 'truncate':
        inode?.pending.push(call)
        return
      case 'sync':
        if (!inode) return
        for (const each of inode.pending) inode.durable.apply(each)
        inode.pending = []
    }
  }

  /** Whether the database's WAL contains a commit that is not synced yet. */
  hasUnsyncedCommit(log: string): boolean {
    // In a frame header, bytes 5 to 8 are the database size if the frame ends a transaction, and 0 otherwise.
    return (this.names.get(log)?.pending ?? []).some(
      (each) =>
        each.kind === 'write' &&
        each.bytes.length === 24 &&
        each.at >= 32 &&
        each.bytes.readUInt32BE(4) !== 0,
    )
  }

  /**
   * Writes the files as they would be after a power cut now.
   * @param luck whether an unsynced change has reached the disk anyway, called for each; by default none has
   */
  afterPowerCut(folder: string, luck: () => boolean = () => false): void {
    mkdirSync(folder, { recursive: true })
    const names = luck() ? this.names : this.durableNames
    for (const [name, { durable, pending }] of names) {
      const content = new Content(durable.get())
      for (const each of pending) {
        if (each.kind !== 'write') {
          if (luck()) content.apply(each)
          continue
        }
        for (let offset = 0; offset < each.bytes.length; offset += SECTOR_BYTES) {
          if (luck()) content.write(each.at + offset, each.bytes.subarray(offset, offset + SECTOR_BYTES))
        }
      }
      writeFileSync(path.join(folder, name), content.get())
    }
  }
}
