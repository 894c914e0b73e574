/** Whether a click is the second one of a double tap, for actions that must not be done twice, such as going back. */
export const isSecondTap = ({ detail }: Pick<UIEvent, 'detail'>): boolean => detail > 1
