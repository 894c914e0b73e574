/** A road sign with an arrow to the right. */
export function DirectionsIcon({ size = 24 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M12 2.600 21.400 12 12 21.400 2.600 12Z" />
      <path d="M9.300 15.200v-2.700a1.500 1.500 0 0 1 1.500-1.500h4M12.900 8.900 15 11l-2.100 2.100" />
    </svg>
  )
}
