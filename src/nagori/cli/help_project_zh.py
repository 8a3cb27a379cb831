"""The help pages about projects in Chinese, by their English."""

HELP_PROJECT_ZH = {
    "Know a project": "懂一个项目",
    "Learn about a project from its folder; again, only about what changed.": (
        "从文件夹学一个项目；再运行时只看变化的部分。"
    ),
    "The folder of the project.": "项目的文件夹。",
    "What to call it; else as its folder is called.": "给它起的名字，默认用文件夹的名字。",
    "Then look into so many things that are not known yet, one after the other.": (
        "然后接着弄清这么多件还不知道的事，一件一件来。"
    ),
    "Ask about a project; the answer names the lines that show it.": (
        "问一个项目；回答会指出依据是哪些行。"
    ),
    "A question about the project.": "关于项目的问题。",
    "Show the records that the answer rests on.": "列出回答用到的记录。",
    "Its key or its folder; else the project of this folder, or the only one.": (
        "项目的名字或文件夹；默认是当前文件夹所在的项目，或唯一的那个。"
    ),
    "Its key or its folder.": "项目的名字或文件夹。",
    "See what is known of projects, and steer how more is learned.": (
        "看对项目知道些什么，管它怎样继续学。"
    ),
    "Show the projects that are learned about.": "列出学过的项目。",
    "Show how far a project is known, folder by folder, and where learning stands.": (
        "看一个项目每个文件夹知道多少，学到哪一步了。"
    ),
    "One of them, with all that shows it.": "其中一条，连同全部依据。",
    "Only of this domain.": "只要这个领域的。",
    "Only about this file or folder of it.": "只要关于这个文件或文件夹的。",
    "Only those whose lines changed since.": "只要依据后来变了的。",
    "Show what was learned about a project, newest first, or one record whole.": (
        "列出学到的记录，新的在前；或看一条的全部。"
    ),
    "Show what did not work while learning, and what to do instead.": (
        "看学习时哪些没成，该改成怎么做。"
    ),
    "Show what is not known yet, the most pressing first.": "看还有什么不知道，要紧的在前。",
    "Show what is known of each domain of a project.": "看项目的每个领域知道些什么。",
    "Make the readable copies in the project's folder as they should be.": (
        "把项目文件夹里的副本弄成该有的样子。"
    ),
    "First take in copies that came from another machine.": "先读进从别的机器来的副本。",
    "Let nothing more be learned by itself about a project, until `resume`.": (
        "不再自己学这个项目，直到 resume。"
    ),
    "Let more be learned about a project again, also right after errors.": (
        "重新开始自己学，刚出过错也不再等。"
    ),
    "At most so many questions a day.": "每天最多几个问题。",
    "At most so many tokens a day.": "每天最多几个 token。",
    "At most so much money a day.": "每天最多花多少钱。",
    "Show or set what learning about a project may spend in a day.": (
        "看或设定学习一个项目每天可以花多少。"
    ),
    "Destroy all that is known of a project, copies too; its own files stay untouched.": (
        "抹掉关于一个项目的一切，连同副本；它自己的文件不动。"
    ),
}
