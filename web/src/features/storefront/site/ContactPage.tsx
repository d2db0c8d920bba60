import { MessageCircle } from "lucide-react";
import { useGetContactQuery } from "@/shared/api/contact";
import { chatAddress } from "@/shared/chat";
import { usePageTitle } from "@/shared/hooks/usePageTitle";
import { Breadcrumbs } from "@/shared/ui/Breadcrumbs";
import { ContactForm } from "./ContactForm";

export function ContactPage() {
  usePageTitle("Contact Us");
  const {
    email,
    address = [],
    chatNumber,
    phone,
    grievanceOfficer,
    hours,
    legalName,
    gstin,
    socialLinks = [],
  } = useGetContactQuery().data ?? {};
  return (
    <div className="wrap">
      <Breadcrumbs here="Contact Us" />
      <div className="page-title">
        <h1>Contact Us</h1>
        <span className="muted">Ask about a piece, an order, or a size.</span>
      </div>
      <div className="contact">
        <ContactForm />
        <aside className="panel" aria-label="Contact details">
          <h2>Where to find us</h2>
          <dl>
            {email && (
              <>
                <dt>Email</dt>
                <dd>
                  <a href={`mailto:${email}`}>{email}</a>
                </dd>
              </>
            )}
            {address.length > 0 && (
              <>
                <dt>Address</dt>
                <dd>
                  {address.map((line) => (
                    <div key={line}>{line}</div>
                  ))}
                </dd>
              </>
            )}
            {hours && (
              <>
                <dt>Hours</dt>
                <dd>{hours}</dd>
              </>
            )}
            {phone && (
              <>
                <dt>Phone</dt>
                <dd>
                  <a href={`tel:${phone.replace(/\s/g, "")}`}>{phone}</a>
                </dd>
              </>
            )}
            {grievanceOfficer && (
              <>
                <dt>Grievance officer</dt>
                <dd>{grievanceOfficer}</dd>
              </>
            )}
            {legalName && (
              <>
                <dt>Business</dt>
                <dd>{legalName}</dd>
              </>
            )}
            {gstin && (
              <>
                <dt>GSTIN</dt>
                <dd className="num">{gstin}</dd>
              </>
            )}
            {socialLinks.length > 0 && (
              <>
                <dt>See it worn</dt>
                <dd className="social">
                  {socialLinks.map(({ name, url }) => (
                    <a key={url} href={url} target="_blank" rel="noreferrer">
                      {name}
                    </a>
                  ))}
                </dd>
              </>
            )}
          </dl>
          {chatNumber && (
            <a
              className="btn btn-line w-100 mt-4"
              href={chatAddress(chatNumber, "a piece, an order, or a size")}
              target="_blank"
              rel="noreferrer"
            >
              <MessageCircle className="ico" aria-hidden="true" />
              Chat with us
            </a>
          )}
        </aside>
      </div>
    </div>
  );
}
