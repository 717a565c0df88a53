-- A document that is forgotten takes its links with it: without this every one of them is looked at for each document.
create index link_of_document on document_link (document_id);
