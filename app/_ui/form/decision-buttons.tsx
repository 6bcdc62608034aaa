import { Button } from "../controls/button";

const CHOICE = "h-10! border-line-strong! pointer-coarse:h-11!";

interface DecisionButtonsProps {
  deny: string;
  approve: string;
  mayApprove?: boolean;
}

/** Both answers look alike, so that neither is pressed by habit. */
export function DecisionButtons({ deny, approve, mayApprove = true }: DecisionButtonsProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <Button type="submit" name="decision" value="deny" className={CHOICE}>
        {deny}
      </Button>
      <Button type="submit" name="decision" value="approve" disabled={!mayApprove} className={CHOICE}>
        {approve}
      </Button>
    </div>
  );
}
