import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The credentials of the only account, and its only bucket. */
const S3_ACCOUNT = {
  bucket: 'offlead',
  region: 'ap-southeast-2',
  accessKeyId: 'AKIATESTACCOUNT',
  secretAccessKey: 'secret/of+the/test',
}

/** What is wrong with the server: it does not reply, replies with an error, or cuts the connection. */
export type S3Fault = 'none' | 'silent' | 'error' | 'cut'

const MAX_CLOCK_DIFFERENCE_MS = 15 * 60_000

const hash = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
/** As RFC 3986 and S3 encode; `encodeURIComponent` leaves five characters more. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/**
 * The signature that a request must have, after the documentation of AWS Signature Version 4 ("Authenticating
 * Requests: Using the Authorization Header").
 * @param signed names of the signed headers, as in the request, separated by semicolons
 * @param payload the header `x-amz-content-sha256`
 */
export function signatureOf(
  { method, url, headers }: { method: string; url: string; headers: NodeJS.Dict<string | string[]> },
  signed: string,
  scope: string,
  payload: string,
  secretAccessKey: string,
): string {
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const path = decodeURIComponent(pathname).split('/').map(encode).join('/')
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const request = [method, path, query, lines.join(''), signed, payload].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, hash(request)].join('\n')
  const key = scope
    .split('/')
    .reduce<string | Buffer>((before, part) => hmac(before, part), `AWS4${secretAccessKey}`)
  return createHmac('sha256', key).update(toSign).digest('hex')
}

class S3Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

/** @throws S3Refusal unless the account has signed the request */
function checkSignature(request: IncomingMessage, body: Buffer): void {
  const { headers, method, url } = request
  const authorization =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\S+?), ?SignedHeaders=(\S+?), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!authorization) throw new S3Refusal(403, 'AccessDenied')
  const [, keyId, scope, signed, signature] = authorization
  const { accessKeyId, secretAccessKey, region } = S3_ACCOUNT
  if (keyId !== accessKeyId) throw new S3Refusal(403, 'InvalidAccessKeyId')
  const date = String(headers['x-amz-date'])
  if (scope !== `${date.slice(0, 8)}/${region}/s3/aws4_request`)
    throw new S3Refusal(400, 'AuthorizationHeaderMalformed')
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - at) < MAX_CLOCK_DIFFERENCE_MS)) throw new S3Refusal(403, 'RequestTimeTooSkewed')
  const payload = String(headers['x-amz-content-sha256'])
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== hash(body))
    throw new S3Refusal(400, 'XAmzContentSHA256Mismatch')
  for (const name of ['host', ...Object.keys(headers).filter((header) => header.startsWith('x-amz-'))])
    if (!signed!.split(';').includes(name)) throw new S3Refusal(403, 'AccessDenied')
  if (
    signatureOf({ method: method!, url: url!, headers }, signed!, scope, payload, secretAccessKey) !==
    signature
  )
    throw new S3Refusal(403, 'SignatureDoesNotMatch')
}

interface StoredObject {
  bytes: Buffer
  modifiedAt: Date
}

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${body}`

/** A small object store with the part of Amazon's API that the server uses, which checks every signature. */
export async function startS3Server(port = 0) {
  const objects = new Map<string, StoredObject>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const requests: string[] = []
  let fault: S3Fault = 'none'

  function list(query: URLSearchParams): string {
    const prefix = query.get('prefix') ?? ''
    const after = query.get('continuation-token') ?? ''
    const most = Number(query.get('max-keys') ?? 1000)
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, most)
    const contents = page.map((key) => {
      const { bytes, modifiedAt } = objects.get(key)!
      return `<Contents><Key>${escapeXml(key)}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>&quot;${hash(bytes).slice(0, 32)}&quot;</ETag><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`
    })
    const next =
      keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return xml(
      `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${S3_ACCOUNT.bucket}</Name><Prefix>${escapeXml(prefix)}</Prefix><KeyCount>${page.length}</KeyCount><MaxKeys>${most}</MaxKeys><IsTruncated>${keys.length > page.length}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`,
    )
  }

  function answer(request: IncomingMessage, reply: ServerResponse, body: Buffer): void {
    checkSignature(request, body)
    const { pathname, searchParams: query } = new URL(request.url!, 'http://localhost')
    const [, bucket, ...rest] = decodeURIComponent(pathname).split('/')
    if (bucket !== S3_ACCOUNT.bucket) throw new S3Refusal(404, 'NoSuchBucket')
    const key = rest.join('/')
    const send = (status: number, content: string | Buffer = '', headers: Record<string, string> = {}) =>
      void reply.writeHead(status, { 'content-length': Buffer.byteLength(content), ...headers }).end(content)
    const asXml = { 'content-type': 'application/xml' }
    const uploadId = query.get('uploadId')
    const stored = objects.get(key)
    const { method } = request
    if (key === '') return method === 'HEAD' ? send(200) : send(200, list(query), asXml)
    if (method === 'POST' && query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, new Map())
      return send(
        200,
        xml(
          `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        ),
        asXml,
      )
    }
    if (uploadId !== null) {
      const parts = uploads.get(uploadId)
      if (!parts) throw new S3Refusal(404, 'NoSuchUpload')
      if (method === 'PUT') {
        parts.set(Number(query.get('partNumber')), body)
        return send(200, '', { etag: `"${hash(body).slice(0, 32)}"` })
      }
      uploads.delete(uploadId)
      if (method === 'DELETE') return send(204)
      const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)</g)].map(([, number]) => Number(number))
      objects.set(key, {
        bytes: Buffer.concat(numbers.map((number) => parts.get(number)!)),
        modifiedAt: new Date(),
      })
      return send(
        200,
        xml(
          `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"${uploadId}"</ETag></CompleteMultipartUploadResult>`,
        ),
        asXml,
      )
    }
    if (method === 'PUT') {
      if (body.length !== Number(request.headers['content-length']))
        throw new S3Refusal(400, 'IncompleteBody')
      objects.set(key, { bytes: body, modifiedAt: new Date() })
      return send(200, '', { etag: `"${hash(body).slice(0, 32)}"` })
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return send(204)
    }
    if (!stored) throw new S3Refusal(404, 'NoSuchKey')
    if (method === 'HEAD') return void reply.writeHead(200, { 'content-length': stored.bytes.length }).end()
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    if (from === undefined) return send(200, stored.bytes)
    return send(206, stored.bytes.subarray(Number(from), to === '' ? undefined : Number(to) + 1))
  }

  const server = createServer((request, reply) => {
    requests.push(`${request.method} ${request.url}`)
    if (fault === 'silent') return
    if (fault === 'cut') return void request.socket.destroy()
    if (fault === 'error') return void reply.writeHead(503, { 'content-length': 0 }).end()
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      try {
        answer(request, reply, Buffer.concat(chunks))
      } catch (error) {
        const { status, code } = error instanceof S3Refusal ? error : { status: 500, code: 'InternalError' }
        const content = xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
        reply
          .writeHead(status, { 'content-type': 'application/xml' })
          .end(request.method === 'HEAD' ? '' : content)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const { port: bound } = server.address() as AddressInfo
  return {
    objects,
    /** Method and URL of each request so far. */
    requests,
    /** The configuration of a server that uses it. */
    config: { kind: 's3' as const, endpoint: `http://127.0.0.1:${bound}`, prefix: '', ...S3_ACCOUNT },
    breakWith(next: S3Fault) {
      fault = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
