/**
 * Whether a reply is a web page where data or a picture was asked for: the sign-in page of a public Wi-Fi or the
 * page of a proxy, which come with status 200.
 */
export const isPage = ({ headers }: Pick<Response, 'headers'>): boolean =>
  headers.get('content-type')?.includes('text/html') ?? false
